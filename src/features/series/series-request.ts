import type { SeriesRequest } from '../../engine/series/model.ts';
import type { SeriesBody } from './contract.ts';

/** The request of a body that was read. */
export function seriesRequest(body: SeriesBody): SeriesRequest {
  const { sourceApp, sourceType, jobNo, taskNo } = body;
  const fields = {
    subject: body.subject,
    body: body.body,
    category: body.categoryName,
    timeMarker: body.timeMarkerName,
  };
  return {
    start: body.startDate,
    end: body.endDate,
    resourceNo: body.resource,
    rule: body.recurrenceRule,
    task: jobNo === undefined && taskNo === undefined ? undefined : { sourceApp, sourceType, jobNo, taskNo },
    fields: Object.fromEntries(
      Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    ),
    lengthMs: body.duration,
    except: body.exceptDates,
    skipNonWorking: body.skipNonWorking,
    onConflict: body.onConflict,
  };
}
