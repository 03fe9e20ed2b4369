/** Shapes of which the descriptions of bodies and answers are made. */
export const text = { type: 'string' };
export const nullableText = { type: ['string', 'null'] };
export const texts = { type: 'array', items: text };
export const whole = { type: 'integer' };
export const moment = { type: 'string', format: 'date-time' };
export const list = (items: unknown) => ({ type: 'array', items });

/** An object that has all of these properties, and no others. */
export const exactly = <P extends Readonly<Record<string, unknown>>>(properties: P) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});
