/** The form of a text for a count; # stands for the number. In French 0 is singular. */
type Plural = (count: number, one: string, other: string, shown?: string) => string;

function pluralIn(language: string): Plural {
  const rules = new Intl.PluralRules(language);
  return (count, one, other, shown = String(count)) =>
    (rules.select(count) === 'one' ? one : other).replaceAll('#', () => shown);
}

/** Every counted text goes through here: plural.en(2, '# appointment', '# appointments'). */
export const plural = {
  en: pluralIn('en'),
  nl: pluralIn('nl'),
  de: pluralIn('de'),
  fr: pluralIn('fr'),
} as const;
