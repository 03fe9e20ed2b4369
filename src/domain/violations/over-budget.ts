import type { BudgetFacts, Rule } from './facts.ts';
import { lengthText } from './length-text.ts';

export const overBudget: Rule<BudgetFacts> = {
  key: 'overBudget',
  severity: 'warning',
  about:
    'More time is planned for a task than its budget. Reported once per task; a task without a budget has no limit.',
  check({ hasBudget, budgetInSeconds, plannedInSeconds, span: { start, end } }) {
    const budget = Math.max(0, budgetInSeconds);
    if (!hasBudget || plannedInSeconds <= budget) return [];
    return [{ start, end, detail: { budgetInSeconds: budget, plannedInSeconds } }];
  },
  tell: (detail, { task }) => {
    const [budget, planned] = [Number(detail['budgetInSeconds']), Number(detail['plannedInSeconds'])];
    return `${lengthText(planned)} are planned for ${task}, ${lengthText(planned - budget)} more than its budget.`;
  },
};
