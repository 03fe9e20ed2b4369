/** How dates and times are shown to a person, and on which day a week begins. 0 leaves it to the tenant, and there to the language. */
export interface DisplayFormats {
  readonly dateFormat: number;
  readonly timeFormat: number;
  readonly firstWeekday: number;
}

/** The colours of the web application; by default those of the user's system. */
export const themes = { 0: 'System', 1: 'Light', 2: 'Dark' } as const;

export const dateFormats = { 0: 'Default', 1: 'DayMonthYear', 2: 'MonthDayYear', 3: 'YearMonthDay' } as const;
export const timeFormats = { 0: 'Default', 1: 'Hours24', 2: 'Hours12' } as const;
export const firstWeekdays = { 0: 'Default', 1: 'Monday', 2: 'Sunday', 3: 'Saturday' } as const;
