import type { Chance } from '../../domain/random.ts';
import type { Entity, Sent } from '../../records/entities/kit.ts';
import { fromObject } from '../../records/writing/from-object.ts';
import type { SentCall } from '../../records/writing/sent-call.ts';

/** Whose records they are: everything of the demo that has a source system has this one. */
export const DEMO_APP = 'DEMO';
export const ERP = { sourceApp: DEMO_APP, sourceType: 'SERVICE' };

/** A call whose record is held against its declaration; options of the call may stand beside the columns. */
export const upsert = <E extends Entity>(entity: E, record: Sent<E> & Readonly<Record<string, unknown>>): SentCall =>
  fromObject(entity.procedures.upsert[0] ?? '', record);

export const dayAfter = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** A moment of a day, by its minutes after midnight. */
export const clock = (day: string, minutes: number): string =>
  `${day}T${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(Math.floor(minutes % 60)).padStart(2, '0')}`;

export const guidFrom = (chance: Chance): string =>
  'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replace(/x/g, () => chance.whole(0, 15).toString(16));

export const STREETS =
  'Kerkstraat,Stationsstraat,Rue de la Gare,Molenweg,Nieuwstraat,Avenue du Parc,Schoolstraat,Grote Markt'.split(',');
