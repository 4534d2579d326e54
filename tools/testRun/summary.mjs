// Describes the outcome of a run in lines. CI keeps only the last lines of a log.

const maxSlowFiles = 10;
/** All failures together, so that they are within the last 200 lines of a failed run. */
const maxFailureLines = 150;
/** Lines of an error that are printed, if there is room. */
export const maxErrorLines = 20;
/** Lines of context that are kept when an error is long: page, console and server. */
const keptContextLines = 6;

/** Keeps the first and the last lines, which are those of the page and of the server. */
function keepEnds(/** @type {string[]} */ lines, /** @type {number} */ count) {
  if (lines.length <= count) return lines;
  const first = Math.ceil(count / 2);
  return [...lines.slice(0, first), ...lines.slice(lines.length - count + first)];
}

/** @param {import('./reports.mjs').Failure} failure */
const locate = ({ file, line }) => {
  if (!file) return '';
  return line ? ` (${file}:${line})` : ` (${file})`;
};

/** A line of a stack trace that names a package or Node, or has its place on the next line. */
const foreignFrame = /^[\s│]*(?:at .*(?:node_modules|node:)|at [\w.<>]+$|\(.*node_modules)/;
const dropForeignFrames = (/** @type {string} */ text) =>
  text.split('\n').filter((line) => !foreignFrame.test(line));

/** @type {typeof import('./summary.mjs').listExplaining} */
export const listExplaining = (output) =>
  dropForeignFrames(output).filter((line) => /\w/.test(line));

/** @type {typeof import('./summary.mjs').formatFailure} */
export const formatFailure = (failure) =>
  `${failure.name}${locate(failure)}: ${failure.error.split('\n')[0]}`;

/** @type {typeof import('./summary.mjs').describeFailures} */
export function describeFailures(failures) {
  const allowed = Math.floor(maxFailureLines / failures.length) - 1;
  if (allowed < 1) return failures.map((failure) => `✗ ${formatFailure(failure)}`);
  return failures.flatMap((failure) => {
    const { name, error, context = [] } = failure;
    const forContext = Math.min(keptContextLines, context.length, Math.floor(allowed / 2));
    const kept = Math.min(maxErrorLines, allowed - forContext);
    const errorLines = dropForeignFrames(error).slice(0, kept);
    const lines = [...errorLines, ...keepEnds(context, allowed - errorLines.length)];
    return [`✗ ${name}${locate(failure)}`, ...lines.map((line) => `    ${line}`)];
  });
}

/** @type {typeof import('./summary.mjs').describeSlowest} */
export const describeSlowest = (files) =>
  files
    .toSorted((first, second) => second.seconds - first.seconds)
    .slice(0, maxSlowFiles)
    .map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${file}`);

/** @type {typeof import('./summary.mjs').describeSkipped} */
export function describeSkipped(reasons) {
  const count = (/** @type {string} */ reason) => reasons.filter((each) => each === reason).length;
  const lines = [...new Set(reasons)].map((reason) => `  ${count(reason)}: ${reason}`);
  return [`${reasons.length} skipped`, ...lines];
}
