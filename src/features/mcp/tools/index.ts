import type { Tool } from '../tool.ts';
import { compareDraft, createDraft, listDrafts } from './drafts.ts';
import { findSlots } from './find-slots.ts';
import { getOptimization, runOptimizer } from './optimizer.ts';
import { proposeChanges } from './propose-changes.ts';
import { readAppointment } from './read-appointment.ts';
import { readBoard } from './read-board.ts';
import { searchRecords } from './search-records.ts';
import { explainViolation, listViolations } from './violations.ts';

/** Everything that assistants can do. None of it publishes, and none of it writes into the plan. */
export const tools: readonly Tool[] = [
  searchRecords,
  readBoard,
  readAppointment,
  findSlots,
  listViolations,
  explainViolation,
  runOptimizer,
  getOptimization,
  listDrafts,
  createDraft,
  compareDraft,
  proposeChanges,
];
