/** So much is shown as it is; more scrolls within itself. */
const SHORT = 400;

/** A text of any length, from anywhere. */
export const LongText = ({ text }: { text: string }) =>
  text.length <= SHORT ? (
    <bdi>{text}</bdi>
  ) : (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
    <bdi className="log-long" tabIndex={0}>
      {text}
    </bdi>
  );
