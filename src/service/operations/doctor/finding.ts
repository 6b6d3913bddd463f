/** From fine, through worth a look, to broken. */
export type Severity = 'ok' | 'warning' | 'problem';

/** What one check found. `advice` says what to do; null where there is nothing to be done. */
export type Finding = { check: string; level: Severity; message: string; advice: string | null };

const finding =
  (level: Severity) =>
  (check: string, message: string, advice: string): Finding => ({ check, level, message, advice });

export const warning = finding('warning');
export const problem = finding('problem');

export const ok = (check: string, message: string): Finding => ({
  check,
  level: 'ok',
  message,
  advice: null,
});
