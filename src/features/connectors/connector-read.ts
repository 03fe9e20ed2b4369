import { unsupportedReason, unsupportedReasons } from '../../domain/connector-support.ts';
import type { ReadExtension } from '../../records/extensions.ts';

const DISABLED = 'The connector is disabled';

/** Reads of connectors show whether changes are sent to them. */
export const connectorRead: ReadExtension = {
  properties: {
    delivering: { type: 'boolean', description: 'Whether changes are sent to it. See also `/connector/{id}/sending`.' },
    notDeliveringReason: {
      type: ['string', 'null'],
      enum: [...unsupportedReasons, DISABLED, null],
      description: 'Why changes are not sent to it; null while they are.',
    },
  },
  columns: () => ({}),
  present: (record) => {
    const reason =
      unsupportedReason({
        uri: String(record['uri']),
        type: Number(record['type']),
        apiType: Number(record['apiType']),
        authenticationType: Number(record['authenticationType']),
      }) ?? (record['sendAppointmentToWebService'] === true ? null : DISABLED);
    return { delivering: reason === null, notDeliveringReason: reason };
  },
};
