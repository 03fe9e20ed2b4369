/** Longer texts scroll in their own box. */
const SHORT = 400;

/** A text of any length. */
export const LongText = ({ text }: { text: string }) =>
  text.length <= SHORT ? (
    <bdi>{text}</bdi>
  ) : (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
    <bdi className="log-long" tabIndex={0}>
      {text}
    </bdi>
  );
