import { bigInteger, choice, entity, guid, instant, longText, sentFromBackOffice, text } from './kit.ts';

export const notification = entity({
  name: 'Notification',
  table: 'notification',
  route: 'notification',
  group: 'Notification',
  summary: 'Information, a warning or a fault that the board shows with the tenant, a job, a task or an appointment.',
  key: ['sourceApp', 'sourceType', 'jobNo', 'taskNo', 'appointmentId', 'appointmentGuid', 'connectorId', 'code'],
  otherwiseKeyedBy: { without: ['code', 'connectorId'], column: 'text' },
  follows: [
    { to: 'Job', by: ['sourceApp', 'sourceType', 'jobNo'] },
    { to: 'Task', by: ['sourceApp', 'sourceType', 'jobNo', 'taskNo'] },
  ],
  columns: {
    sourceApp: text(30),
    sourceType: text(10),
    appointmentId: bigInteger({ zeroIsNone: true }),
    connectorId: text(50, { param: 'mboc_id', aliases: ['MbocId'] }),
    type: choice({ 0: 'Info', 1: 'Warning', 2: 'Error' }, { default: 0, param: 'NotificationType' }),
    code: text(20, { param: 'NotificationCode' }),
    text: longText({ param: 'NotificationText' }),
    date: instant({ param: 'NotificationDate', default: 'now' }),
    jobNo: text(50),
    taskNo: text(50),
    appointmentGuid: guid(),
  },
  procedures: { upsert: ['mboc_upsertNotification'], delete: ['mboc_deleteNotification'] },
  options: { sentFromBackOffice },
  deleteNeeds: 0,
  writer: 'notification',
});
