/** What follows from an object that never changes: computed when it is asked for first, and kept as long as the object. */
export function derived<Of extends object, T>(make: (of: Of) => T): (of: Of) => T {
  const known = new WeakMap<Of, { readonly made: T }>();
  return (of) => {
    let found = known.get(of);
    if (!found) {
      found = { made: make(of) };
      known.set(of, found);
    }
    return found.made;
  };
}
