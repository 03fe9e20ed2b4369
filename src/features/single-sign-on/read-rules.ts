import type { ClaimRule } from '../../domain/claim-rules.ts';
import { Refusal } from '../../domain/errors.ts';
import { Position } from '../../platform/contract/kind.ts';
import { rules } from './provider-contract.ts';

const FORM = 'must be a list such as [{"claim": "groups", "value": "planners", "roles": ["planner"]}]';

/** Rules as the text of a setting. */
export function readRules(text: string): { value: readonly ClaimRule[] } | { wrong: string } {
  try {
    const sent: unknown = JSON.parse(text);
    const read = Array.isArray(sent) ? rules.read(sent, new Position('', { zone: 'UTC', warnings: [] })) : undefined;
    const isRight = read?.every(({ value, matches }) => (value === undefined) !== (matches === undefined));
    return read && isRight ? { value: read } : { wrong: FORM };
  } catch (error) {
    return { wrong: error instanceof Refusal ? `${FORM}: ${error.detail.message.replace(/\.$/, '')}` : FORM };
  }
}
