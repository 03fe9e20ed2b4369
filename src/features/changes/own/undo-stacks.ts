/** An own action of the log, with the requests whose changes it undoes. */
export interface LoggedAction {
  readonly requestId: string;
  readonly undoes: readonly string[];
}

/** An action that can be undone. `of` is the action that the user would name: of a redo the one that is done again. */
export interface Undoable {
  readonly requestId: string;
  readonly of: string;
}

export interface UndoStacks {
  /** The newest first. */
  readonly undo: readonly Undoable[];
  readonly redo: readonly Undoable[];
}

/**
 * What undo and redo would do next. The log only grows: an undo is an action of its own, and undoing it is the redo. Replayed in order, an
 * action that undoes exactly one action of the list takes it from there; any other action can be undone itself and ends what could be
 * redone.
 */
export function undoStacks(actions: readonly LoggedAction[]): UndoStacks {
  let undo: Undoable[] = [];
  let redo: Undoable[] = [];
  for (const { requestId, undoes } of actions) {
    const target = undoes.length === 1 ? undoes[0] : undefined;
    const done = undo.find((each) => each.requestId === target);
    const undone = redo.find((each) => each.requestId === target);
    if (done) {
      undo = undo.filter((each) => each !== done);
      redo = [{ requestId, of: done.requestId }, ...redo];
    } else if (undone) {
      redo = redo.filter((each) => each !== undone);
      undo = [{ requestId, of: undone.of }, ...undo];
    } else {
      undo = [{ requestId, of: requestId }, ...undo];
      redo = [];
    }
  }
  return { undo, redo };
}
