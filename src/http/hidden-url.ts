/** The address of a calendar feed opens the calendar, that of an invitation an account: neither belongs into logs. */
export const hiddenUrl = (url: string): string => url.replace(/(\/+(?:feed|invitation)\/+)[^?#]*/i, '$1[hidden]');
