/**
 * The longest texts that are taken from callers, in UTF-16 code units. Each is compared before a text is folded, normalized, parsed or hashed:
 * some of that work grows with the square of the length, and no other request is answered meanwhile.
 */

/** A text column without a length of its own (nvarchar(max)). It is stored as sent and never part of a key. */
export const LONGEST_TEXT = 1_000_000;
/** A nested document that is sent as one JSON text, and each text within a document. Documents are stored as they are. */
export const LONGEST_DOCUMENT = 16_000_000;
/** A property of a request body that is no column: names and numbers of records, words, dates. */
export const LONGEST_PROPERTY = 4_000;
/** A number, date, duration, boolean, GUID, choice or time zone. */
export const LONGEST_VALUE = 200;
/** Entries of a list of texts. */
export const MOST_TEXTS = 10_000;
/** An address in one text. */
export const LONGEST_ADDRESS = 1_000;
/** SourceApp of a request that is no record. */
export const LONGEST_SOURCE_APP = 100;
/** RFC 3696: 64 characters, @ and 255 characters. */
export const LONGEST_USER_NAME = 320;
export const LONGEST_PASSWORD = 1_024;
