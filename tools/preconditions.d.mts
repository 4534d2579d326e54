/** Absolute path of the repository. */
export const root: string;
export function build(): void;
export function stopWithParent(everyMs?: number): void;

export type Lock = {
  packages: Record<
    string,
    { version?: string; dev?: boolean; optional?: boolean; devOptional?: boolean }
  >;
};
export function isComplete(
  wanted: Lock,
  installed: Lock,
  options: { withTestTools: boolean },
): boolean;
