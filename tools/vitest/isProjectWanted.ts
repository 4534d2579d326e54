/** Returns the values of `--project a` and `--project=a`. */
const listNamed = (options: readonly string[]): string[] =>
  options.flatMap((option, index) => {
    const [name, value] = option.split('=', 2);
    return name === '--project' ? [value ?? options[index + 1] ?? ''] : [];
  });

/**
 * Returns false when the options of vitest name other projects only. Vitest sets up the projects
 * that it leaves out, too, and ends when one of them fails.
 */
export function isProjectWanted(project: string, options: readonly string[]): boolean {
  const named = listNamed(options);
  return named.length === 0 || named.some((each) => each === project || /[!*]/.test(each));
}
