import type { Spread, SpreadProblem } from './model.ts';

/** What is wrong with a spread, in words; from the problem alone, sharing nothing with what made it. */
export function checkSpread({ people, budgets }: SpreadProblem, { shares, missing }: Spread): readonly string[] {
  const found: string[] = [];
  for (const { id, days } of people)
    for (const { date, minutes } of days) {
      const own = shares.filter((share) => share.person === id && share.date === date);
      const taken = own.reduce((sum, share) => sum + share.minutes, 0);
      if (taken > minutes) found.push(`${id} has ${minutes} minutes on ${date}, but ${taken} are taken.`);
    }
  for (const budget of budgets) {
    const { task } = budget;
    const own = shares.filter((share) => share.task === task);
    const lacking = missing.find((each) => each.task === task)?.minutes ?? 0;
    const given = own.reduce((sum, share) => sum + share.minutes, 0);
    if (given + lacking !== budget.minutes)
      found.push(
        `${task} has a budget of ${budget.minutes} minutes, but ${given} are assigned and ${lacking} are missing.`,
      );
    if (new Set(own.map(({ person }) => person)).size > 1) found.push(`${task} is assigned to several resources.`);
    for (const { person: id, date, minutes } of own) {
      const person = people.find((each) => each.id === id);
      if (!person?.days.some((day) => day.date === date)) found.push(`${id} has no day ${date}.`);
      if (minutes <= 0 || !Number.isInteger(minutes)) found.push(`${task} has ${minutes} minutes on ${date}.`);
      if (budget.maxPerDay !== undefined && minutes > budget.maxPerDay)
        found.push(`${task} takes too much of ${date}.`);
      if (budget.earliest !== undefined && date < budget.earliest)
        found.push(`${task} starts before ${budget.earliest}.`);
      if (budget.latest !== undefined && date > budget.latest) found.push(`${task} ends after ${budget.latest}.`);
      if (budget.excluded?.includes(id)) found.push(`${id} is excluded for ${task}.`);
      for (const { text, anyOf } of budget.requirements ?? [])
        if (!anyOf.some((skill) => person?.skills?.includes(skill)))
          found.push(`${id} does not have ${text}, which ${task} needs.`);
    }
  }
  for (const { task } of [...shares, ...missing])
    if (!budgets.some((budget) => budget.task === task)) found.push(`There is no budget ${task}.`);
  return found;
}
