import icon from './icon.svg';

/** The logo of the product, without its name. */
export const Mark = ({ size }: { size: number }) => <img src={icon} width={size} height={size} alt="" />;
