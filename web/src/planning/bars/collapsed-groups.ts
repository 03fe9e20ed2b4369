/** The collapsed groups after some were hidden or shown. */
export const collapsedAfter = (
  collapsed: readonly string[],
  groups: readonly string[],
  isCollapsed: boolean,
): readonly string[] => {
  const others = collapsed.filter((name) => !groups.includes(name));
  return isCollapsed ? [...others, ...groups] : others;
};
