import { checkAnswer } from '../../test/support/check-answer.ts';
import type { Answer } from '../../test/support/service.ts';
import { CANARY } from './prepare.ts';

export type FailureKind = '5xx' | 'not as described' | 'no answer' | 'other tenant' | 'stall';

/** A limit of the service refused the request on purpose: no failure, but counted. */
export const isOverload = ({ status, body }: Answer): boolean =>
  status === 503 && typeof body?.Code === 'string' && !['SYS001', 'SYS002'].includes(body.Code);

/** What is wrong with an answer, if anything. */
export function judge(method: string, target: string, answer: Answer): { kind: FailureKind; why: string } | undefined {
  if (answer.status >= 500 && !isOverload(answer)) return { kind: '5xx', why: answer.text.slice(0, 500) };
  if (answer.text.includes(CANARY)) return { kind: 'other tenant', why: answer.text.slice(0, 500) };
  try {
    checkAnswer(method, target.replace(/\/+(?=\?|$)/, ''), answer);
    return undefined;
  } catch (error) {
    return { kind: 'not as described', why: (error as Error).message.slice(0, 1000) };
  }
}
