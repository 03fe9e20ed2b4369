import { api } from '../../api/client.ts';
import type { Schemas } from '../../api/schema.ts';
import type { RecordKind } from '../record-editor/record-kind.ts';

export const filterGroups: RecordKind<Schemas['FilterGroup']> = {
  name: 'filterGroup',
  keys: ['name'],
  list: () => api.get('/filterGroup', {}),
  write: (body, version) => api.post('/filterGroup', { body, version }),
  remove: ({ name }) => api.delete('/filterGroup', { body: { name } }),
};

export const valuesOf = (group: string): RecordKind<Schemas['FilterValue']> => ({
  name: `filterValue ${group}`,
  keys: ['group', 'value'],
  list: () => api.get('/filterValue', { query: { group } }),
  write: (body, version) => api.post('/filterValue', { body, version }),
  remove: ({ value }) => api.delete('/filterValue', { body: { group, value } }),
});

export const resourceTypes: RecordKind<Schemas['ResourceType']> = {
  name: 'resourceType',
  keys: ['name'],
  list: () => api.get('/resourceType', {}),
  write: (body, version) => api.post('/resourceType', { body, version }),
  remove: ({ name }) => api.delete('/resourceType', { body: { name } }),
};

export const captions: RecordKind<Schemas['Caption']> = {
  name: 'caption',
  keys: ['context', 'sourceTable', 'fieldName', 'language'],
  list: () => api.get('/caption', { query: { sort: 'fieldName,language' } }),
  write: (body, version) => api.post('/caption', { body, version }),
  remove: ({ context, sourceTable, fieldName, language }) =>
    api.delete('/caption', { body: { context, sourceTable, fieldName, language } }),
};

export const actions: RecordKind<Schemas['ActionUri']> = {
  name: 'actionUri',
  keys: ['sourceApp', 'sourceType', 'uriType', 'uri'],
  list: () => api.get('/actionUri', {}),
  write: (body, version) => api.post('/actionUri', { body, version }),
  remove: ({ sourceApp, sourceType, uriType, uri }) =>
    api.delete('/actionUri', { body: { sourceApp, sourceType, uriType, uri } }),
};
