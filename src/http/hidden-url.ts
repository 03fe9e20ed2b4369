/** Who reads the address of a calendar feed can read the calendar: it is no more for logs than a key is. */
export const hiddenUrl = (url: string): string => url.replace(/(\/+feed\/+)[^?#]*/i, '$1[hidden]');
