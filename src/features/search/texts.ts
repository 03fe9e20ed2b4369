/** What a search looks into, kept by triggers in lower case beside the records (migration 0054). A word is found within one of the texts. */

const anyOf = (conditions: readonly string[]): string => `(${conditions.join(' or ')})`;
const allOf = (conditions: readonly string[]): string => conditions.join(' and ');
const within = (text: string, word: string): string => `strpos(${text}, ${word}) > 0`;
const atJob = (row: string, word: string): string =>
  anyOf([within(`${row}.customer`, word), within(`${row}.site`, word)]);

/** Every word is in the texts of the job. */
export const jobFound = (row: string, words: readonly string[]): string =>
  allOf(words.map((word) => anyOf([atJob(row, word), within(`${row}.own`, word)])));

/** Every word is in the number or the name of the customer. */
export const customerFound = (row: string, words: readonly string[]): string =>
  allOf(words.map((word) => within(`${row}.customer`, word)));

/*
 * PostgreSQL cannot tell how many rows have a word and takes it for a third of them. So each step is materialized: the next one is planned for many
 * rows, and never as a loop over all of them for each. What was found is then looked up row by row.
 */

/** `jobs`: those whose customer or site has at least one of the words, and which. */
const jobs = (words: readonly string[]): string => `jobs as materialized (
  select s.id, ${words.map((word, i) => `${atJob('s', word)} as w${i}`).join(', ')}
  from job_search s where s.tenant_id = $1 and ${anyOf(words.map((word) => atJob('s', word)))})`;

const inTask = (word: string, i: number): string => anyOf([within('s.own', word), `coalesce(j.w${i}, false)`]);

/** `found`: the tasks that have all words, themselves or by their job. */
export const foundTasks = (words: readonly string[]): string => `${jobs(words)}, found as materialized (
  select s.id from task_search s left join jobs j on j.id = s.job_id
  where s.tenant_id = $1 and ${allOf(words.map(inTask))})`;

/**
 * `found`: the appointments that have all words, themselves or by their task and job. Most have none of the words in their own texts, and are
 * only looked at by way of their tasks.
 */
export const foundAppointments = (words: readonly string[]): string => `${jobs(words)}, tasks as materialized (
  select s.id, ${words.map((word, i) => `${inTask(word, i)} as w${i}`).join(', ')}
  from task_search s left join jobs j on j.id = s.job_id
  where s.tenant_id = $1 and ${anyOf(words.map(inTask))}), found as materialized (
  select a.id from tasks t cross join lateral (select id from appointment where tenant_id = $1 and task_id = t.id offset 0) a
  where ${allOf(words.map((_, i) => `t.w${i}`))}
  union
  select s.id from appointment_search s left join tasks t on t.id = s.task_id
  where s.tenant_id = $1 and ${anyOf(words.map((word) => within('s.own', word)))}
    and ${allOf(words.map((word, i) => anyOf([within('s.own', word), `coalesce(t.w${i}, false)`])))})`;
