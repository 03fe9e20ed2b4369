import { describe, expect, it } from 'vitest';
import { viewOf } from '../../../web/src/planning/saved-views.ts';
import {
  flag,
  listOf,
  numberIn,
  oneOf,
  parseSettings,
  recordOf,
  sharedSettings,
  textUpTo,
  usualValues,
} from '../../../web/src/planning/settings.ts';

const declared = {
  height: { usual: 26, parse: numberIn(12, 80) },
  stack: { usual: true, parse: flag },
  order: { usual: [] as readonly string[], parse: listOf(2, textUpTo(3)) },
  density: { usual: 'normal', parse: oneOf('normal', 'wide') },
  widths: { usual: {}, parse: recordOf(2, numberIn(20, 600)) },
  own: { usual: 240, parse: numberIn(0, 4000), isLocal: true },
};

describe('settings of a view', () => {
  it('keeps valid values and leaves out everything else', () => {
    expect(
      parseSettings(declared, {
        height: 500,
        stack: false,
        order: ['a', 7, 'b'],
        density: 'dense',
        widths: { a: 100, b: 'x' },
        unknown: true,
      }),
    ).toEqual({ stack: false, order: ['a'], widths: { a: 100 } });
    for (const stored of [null, undefined, 'text', 7, [1]]) expect(parseSettings(declared, stored)).toEqual({});
  });

  it('has a usual value for each, and leaves settings of the browser out of saved views', () => {
    expect(usualValues(declared)).toMatchObject({ height: 26, density: 'normal', own: 240 });
    expect(Object.keys(sharedSettings(declared))).not.toContain('own');
  });

  it('reads a layout of a setup package leniently', () => {
    const view = viewOf({ code: 'V', kind: 0, content: { view: 'day', barHeight: 34, stack: 'yes', dockHeight: 9 } });
    expect(view).toMatchObject({ code: 'V', name: 'V', mode: 'day', settings: { barHeight: 34 } });
    expect(view?.settings).toEqual({ barHeight: 34 });
  });
});
