import { api } from '../../api/client.ts';
import type { Schemas } from '../../api/schema.ts';
import type { RecordKind } from '../record-editor/record-kind.ts';

/** The record types whose colours are used on the board and on the map. */

export const categories: RecordKind<Schemas['Category']> = {
  name: 'category',
  keys: ['name'],
  list: () => api.get('/category', {}),
  write: (body, version) => api.post('/category', { body, version }),
  remove: ({ name }) => api.delete('/category', { body: { name } }),
};

export const timeMarkers: RecordKind<Schemas['TimeMarker']> = {
  name: 'timeMarker',
  keys: ['name'],
  list: () => api.get('/timeMarker', {}),
  write: (body, version) => api.post('/timeMarker', { body, version }),
  remove: ({ name }) => api.delete('/timeMarker', { body: { name } }),
};

export const pins: RecordKind<Schemas['Pin']> = {
  name: 'pin',
  keys: ['name'],
  list: () => api.get('/pin', {}),
  write: (body, version) => api.post('/pin', { body, version }),
  remove: ({ name }) => api.delete('/pin', { body: { name } }),
};
