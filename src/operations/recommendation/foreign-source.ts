import { foldKeyPart } from '../../domain/natural-key.ts';
import type { Caller } from '../caller.ts';

/** Whether a credential may not see records of a source system. */
export const foreignSource = ({ sourceApps }: Caller, sourceApp: string): boolean =>
  sourceApps !== null && !sourceApps.includes(foldKeyPart(sourceApp));
