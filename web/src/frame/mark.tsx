import icon from './icon.svg';

/** The sign of the product; its name stands beside it wherever it matters. */
export const Mark = ({ size }: { size: number }) => <img src={icon} width={size} height={size} alt="" />;
