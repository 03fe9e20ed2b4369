import { errorDetail } from '../../domain/errors.ts';
import { endsOf, type Part, splitAtMidnight } from '../../domain/time-session.ts';
import { type EntityModel, model as modelNamed } from '../../records/derive/model.ts';
import { deleteByIds, insertRows, type Row, rowValues, updateRows } from '../../records/storage/record-store.ts';
import { fromBackOffice } from '../../records/writing/change-detail.ts';
import type { WriteContext } from '../../records/writing/write-context.ts';
import { isFixed, type SessionTimeline, type Whole } from './session-timeline.ts';

/** A part of a session on its way in. */
interface PartRow extends Row {
  readonly record: Readonly<Record<string, unknown>>;
}

/** Turns the timeline into parts and writes those that differ. */
export class SessionTimelineWriter {
  readonly #context: WriteContext;
  readonly #timeline: SessionTimeline;
  readonly #model: EntityModel = modelNamed('TimeSession');
  readonly #columns = this.#model.stored.filter(({ property }) => property !== 'timeEntryId');

  constructor(context: WriteContext, timeline: SessionTimeline) {
    this.#context = context;
    this.#timeline = timeline;
  }

  async write(): Promise<void> {
    const { tx, caller } = this.#context;
    const shape = {
      model: this.#model,
      columns: this.#columns,
      references: this.#model.references,
    };
    const ends = this.#ends();
    const kept = new Map<string, PartRow>();
    const fresh = new Map<string, PartRow>();
    const surplus: number[] = [...this.#timeline.removed.values()].flatMap(({ rows }) => rows.map(({ id }) => id));
    for (const whole of this.#timeline.wholes.values()) {
      // Its days are claimed as they are: they stay so even when the resource has moved to another zone since.
      if (isFixed(whole) && !this.#timeline.rebuilt.has(whole.session)) continue;
      const claimed = new Set(whole.rows.filter(({ timeEntryId }) => timeEntryId !== null).map(({ key }) => key));
      const parts = this.#parts(whole, ends.get(whole.session) ?? null);
      for (const row of parts)
        if (!claimed.has(row.key)) (whole.rows.some(({ key }) => key === row.key) ? kept : fresh).set(row.key, row);
      surplus.push(...whole.rows.filter(({ key }) => !parts.some((row) => row.key === key)).map(({ id }) => id));
    }
    for (const { row, whole } of this.#timeline.parts.values())
      kept.set(row.key, this.#row(whole, { start: whole.start, end: whole.recorded }, row.part));
    surplus.push(...this.#timeline.removedParts.keys());
    // Running sessions end before others begin: the database lets only one run.
    const gone = await deleteByIds(tx, caller.tenantId, this.#model, surplus);
    const changed =
      kept.size > 0 ? await updateRows(tx, caller.tenantId, shape, [[...kept.values()]], caller.actor) : new Map();
    const made =
      fresh.size > 0 ? await insertRows(tx, caller.tenantId, shape, [...fresh.values()], caller.actor) : new Map();
    for (const record of gone)
      this.#context.note(this.#model, 'deleted', record, String(record.id), {
        sourceApp: record.before['sourceApp'],
        before: JSON.stringify(record.before),
        ...this.#back(),
      });
    for (const record of changed.values())
      this.#context.note(this.#model, 'updated', record, String(record.id), {
        sourceApp: record.names['sourceApp'],
        before: record.before,
        after: record.after,
        ...this.#back(),
      });
    for (const [key, id] of made)
      this.#context.note(this.#model, 'created', { id, version: 1 }, String(id), {
        after: JSON.stringify(fresh.get(key)?.record),
        ...this.#back(),
      });
    this.#settle(changed, made);
  }

  #back(): { fromBackOffice?: boolean } {
    const [call] = [...this.#timeline.calls.keys()];
    return call ? fromBackOffice(call) : {};
  }

  #ends(): Map<string, number | null> {
    const ends = new Map<string, number | null>();
    const byResource = new Map<number, Whole[]>();
    for (const whole of this.#timeline.wholes.values()) {
      const beside = byResource.get(whole.resource.id);
      if (beside) beside.push(whole);
      else byResource.set(whole.resource.id, [whole]);
    }
    for (const wholes of byResource.values()) {
      const byOrder = endsOf(wholes.map((whole) => ({ ...whole, claimed: isFixed(whole) })));
      for (const { session, order } of wholes) ends.set(session, byOrder.get(order) ?? null);
    }
    return ends;
  }

  #parts(whole: Whole, end: number | null): PartRow[] {
    const parts = splitAtMidnight({ start: whole.start, end }, this.#timeline.zoneOf(whole.resource));
    return parts.map((part, i) => this.#row(whole, part, i + 1));
  }

  #row(whole: Whole, { start, end }: Part, part: number): PartRow {
    const record = {
      sourceApp: whole.sourceApp,
      sourceType: whole.sourceType,
      externalId: whole.externalId,
      resourceNo: whole.resource.resourceNo,
      jobNo: whole.jobNo,
      taskNo: whole.taskNo,
      startedAt: new Date(start).toISOString(),
      stoppedAt: end === null ? null : new Date(end).toISOString(),
      type: whole.type,
      note: whole.note,
      part,
      session: whole.session,
      stopRecorded: whole.recorded !== null,
    };
    return {
      key: `${whole.session}\u001f${part}`,
      references: this.#model.references.map(({ name }) => (name === 'resource' ? whole.resource.id : whole.taskId)),
      values: rowValues(this.#columns, record),
      record,
    };
  }

  #settle(changed: ReadonlyMap<string, { id: number; version: number }>, made: ReadonlyMap<string, number>): void {
    for (const call of this.#timeline.ignored) {
      if (call.owner?.startsWith('new:'))
        this.#context.ignore(
          call,
          errorDetail(
            'REQ015',
            'The call identifies no time session: send TimeSessionId or ExternalId.',
            'TimeSessionId',
          ),
        );
      else this.#context.notThere(call);
    }
    for (const [call, { session, fresh, part }] of this.#timeline.calls) {
      if (part) {
        const change = changed.get(part.key);
        if (this.#timeline.removedParts.has(part.id)) this.#context.settle(call, 'deleted', part);
        else this.#context.settle(call, change ? 'updated' : 'unchanged', change ?? part);
        continue;
      }
      const removed = this.#timeline.removed.get(session)?.rows[0];
      if (removed) {
        this.#context.settle(call, 'deleted', removed);
        continue;
      }
      const key = `${session}\u001f1`;
      const id = made.get(key);
      const stored = this.#timeline.wholes.get(session)?.rows[0];
      const touched = [...changed.keys(), ...made.keys()].some((each) => each.startsWith(`${session}\u001f`));
      if (fresh && id !== undefined) this.#context.settle(call, 'created', { id, version: 1 });
      else if (touched) this.#context.settle(call, 'updated', changed.get(key) ?? stored);
      else this.#context.settle(call, 'unchanged', stored);
    }
  }
}
