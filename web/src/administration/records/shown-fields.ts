/** Fields whose names the pages show, as the API calls them. */
export const SHOWN_FIELDS = [
  'jobNo',
  'shortDescription',
  'customerName',
  'siteAddress',
  'category',
  'timeMarker',
  'team',
  'date',
  'durationInSeconds',
  'description',
  'contactName',
  'siteName',
  'siteFromName',
  'billName',
  'note',
];
