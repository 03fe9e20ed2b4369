import { choice, entity, flag, link, text } from './kit.ts';

/** What the pages show beside the records: captions of fields, links, notifications. */

export const caption = entity({
  name: 'Caption',
  table: 'caption',
  route: 'caption',
  group: 'Caption',
  summary: 'Renames a field per context, table, field and language.',
  key: ['context', 'sourceTable', 'fieldName', 'language'],
  columns: {
    context: choice(
      {
        1: 'Resource',
        2: 'Appointment',
        3: 'Appointment field value',
        6: 'Database field',
        7: 'Task details',
        10: 'Context',
        11: 'Target pane',
        12: 'Target pane group',
        13: 'Task',
        14: 'Job',
      },
      { default: 6 },
    ),
    sourceTable: text(255),
    fieldName: text(255),
    language: text(10),
    text: text(100, { param: 'Caption' }),
  },
  procedures: { upsert: ['mboc_upsertCaption'], delete: ['mboc_deleteCaption'] },
});

export const actionUri = entity({
  name: 'ActionUri',
  table: 'action_uri',
  route: 'actionUri',
  group: 'Action',
  summary: "A link template filled with a record's fields.",
  key: ['sourceApp', 'sourceType', 'uriType', 'uri'],
  columns: {
    sourceApp: text(30),
    sourceType: text(10),
    uriType: choice({ 0: 'PlanningBoard', 1: 'Appointment', 2: 'Task', 3: 'Map' }, { default: 0, param: 'UrlType' }),
    uri: link(1000, { required: true, param: 'Url' }),
    description: text(255, { param: 'UrlDesc' }),
    default: flag({ default: false, param: 'DefaultUrl' }),
    requestType: choice(
      { 1: 'GET', 2: 'POST' },
      { default: 1, zeroIsNone: true, note: '0, which clients send where it is not set, means GET.' },
    ),
  },
  procedures: { upsert: ['mboc_upsertActionUrl'], delete: ['mboc_deleteActionUrl'] },
});
