export { newId } from '../../../packages/client/src/new-id.ts';
