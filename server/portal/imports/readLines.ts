const newline = 0x0a;

/** A line of a stream, without its end. */
export type Line = {
  /** counted from 1 */ number: number;
  /** undefined: the line has too many bytes, which are not kept */ bytes: Buffer | undefined;
};

/** Splits a stream into lines. A line that is too long is skipped, and the next ones are read. */
export async function* readLines(
  stream: AsyncIterable<Buffer>,
  maxBytes: number,
): AsyncGenerator<Line> {
  let number = 0;
  let parts: Buffer[] = [];
  let length = 0;
  const add = (part: Buffer): void => {
    length += part.length;
    if (length > maxBytes) parts = [];
    else if (part.length > 0) parts.push(part);
  };
  const takeLine = (): Line => {
    number += 1;
    const bytes = length > maxBytes ? undefined : Buffer.concat(parts);
    [parts, length] = [[], 0];
    return { number, bytes };
  };
  for await (const chunk of stream) {
    let start = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      add(chunk.subarray(start, end));
      yield takeLine();
      start = end + 1;
    }
    add(chunk.subarray(start));
  }
  if (length > 0) yield takeLine();
}
