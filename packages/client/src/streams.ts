type Decoder = Parameters<ReadableStream<Uint8Array>['pipeThrough']>[0] & { readonly readable: ReadableStream<string> };

/** The pieces of a body, as text, between separators. An end of the loop cancels the body. */
async function* pieces(body: ReadableStream<Uint8Array>, separator: string): AsyncGenerator<string> {
  const reader = body.pipeThrough<string>(new TextDecoderStream() as Decoder).getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      const found = `${rest}${value}`.split(separator);
      rest = found.pop() ?? '';
      yield* found;
    }
    if (rest !== '') yield rest;
  } finally {
    // Also when the reader of the stream has seen enough: the connection is free again.
    await reader.cancel().catch(() => {});
  }
}

/** An event as the service sends it. */
interface ServerSentEvent {
  /** The number to resume after; undefined where the block has none. */
  readonly id: string | undefined;
  readonly event: string;
  /** Undefined where the block only moves the position to resume from. */
  readonly data: string | undefined;
}

/** Server-Sent Events of a body: blocks of `field: value` lines. */
export async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerSentEvent> {
  for await (const block of pieces(body, '\n\n')) {
    let [id, event]: [string | undefined, string] = [undefined, 'message'];
    const data: string[] = [];
    for (const line of block.split('\n')) {
      const [field = '', value = ''] = line.split(/: ?(.*)/s, 2);
      if (field === 'id') id = value;
      else if (field === 'event') event = value;
      else if (field === 'data') data.push(value);
    }
    yield { id, event, data: data.length === 0 ? undefined : data.join('\n') };
  }
}

/** Values as lines of JSON (application/x-ndjson), made while they are sent. */
export function ndjson(values: Iterable<unknown> | AsyncIterable<unknown>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const iterator = (async function* () {
    yield* values;
  })();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      // Lines are gathered: a chunk for each would be slow.
      let text = '';
      while (text.length < 65_536) {
        const { done, value } = await iterator.next();
        if (done) {
          if (text !== '') controller.enqueue(encoder.encode(text));
          controller.close();
          return;
        }
        text += `${JSON.stringify(value)}\n`;
      }
      controller.enqueue(encoder.encode(text));
    },
    async cancel() {
      await iterator.return(undefined);
    },
  });
}
