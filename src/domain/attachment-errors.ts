/** Refusals of attachments, a part of the catalogue. */
export const attachmentErrors = {
  REQ040: {
    status: 415,
    title: 'File type not allowed',
    remedy:
      'Send a JPEG, PNG, WebP or HEIC image, a PDF or a plain text in UTF-8, and declare its contentType as what it is. The description names what was found.',
  },
  REQ041: {
    status: 422,
    title: 'File differs from its checksum',
    remedy: 'The file was damaged on the way, and nothing of it is kept. Begin the upload again.',
  },
  APP070: {
    status: 409,
    title: 'Upload continues elsewhere',
    remedy: 'Continue from `received`: send the bytes from there with offset=received.',
  },
  APP071: {
    status: 409,
    title: 'Attachment exists with other data',
    remedy: 'Choose a new attachmentGuid: one names one file of one record.',
  },
} as const;
