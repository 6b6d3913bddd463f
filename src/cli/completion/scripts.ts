import type { CommandNode, CompletionWord, Flag } from './command-tree.ts';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** The script that makes a shell complete the words of `engaged`. */
export const completionScript = (shell: Shell, places: readonly CommandNode[]): string =>
  ({ bash, zsh, fish })[shell](places);

// Single quotes take everything as it is, but for themselves. What is quoted here are our own words.
const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const quoteAll = (texts: readonly string[]): string => quote(texts.join(' '));

const names = (words: readonly CompletionWord[]): string[] => words.map(({ name }) => name);

/** The places that are reached by a word, as patterns of `case`: the words before, a space, the word. */
const steps = (places: readonly CommandNode[]): string =>
  places
    .flatMap(({ path, verbs }) => names(verbs).map((verb) => quote(`${path} ${verb}`)))
    .join(' | ');

const flagsWithValue = (places: readonly CommandNode[]) =>
  places.flatMap(({ path: words, options }) =>
    options
      .filter(({ values }) => values !== undefined)
      .map(({ name, values }) => ({ at: quote(`${words}|${name}`), values })),
  );

function bash(places: readonly CommandNode[]): string {
  const withAny = flagsWithValue(places).filter(({ values }) => values === null);
  const withChoice = flagsWithValue(places).filter(({ values }) => values !== null);
  return `# bash completion for engaged
_engaged() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD - 1]} at= words= i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$at \${COMP_WORDS[i]}" in
      ${steps(places)}) at="\${at:+$at }\${COMP_WORDS[i]}" ;;
    esac
  done
  COMPREPLY=()
  case "$at|$prev" in
${withChoice.map(({ at, values }) => `    ${at}) words=${quoteAll(values ?? [])} ;;`).join('\n')}
    ${withAny.map(({ at }) => at).join(' | ')}) return ;;
    *)
      case "$at" in
${places
  .map(
    ({ path: words, verbs, options }) =>
      `        ${quote(words)}) words=${quoteAll(names(verbs))}; [[ $cur == -* ]] && words=${quoteAll(names(options))} ;;`,
  )
  .join('\n')}
      esac
      ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _engaged engaged
`;
}

function zsh(places: readonly CommandNode[]): string {
  const described = (words: readonly CompletionWord[]): string =>
    words
      .map(({ name, description }) => quote(`${name}:${description.replaceAll(':', '\\:')}`))
      .join(' ');
  return `#compdef engaged
_engaged() {
  local at= i
  local -a verbs options
  for ((i = 2; i < CURRENT; i++)); do
    case "$at \${words[i]}" in
      ${steps(places).replaceAll(' | ', '|')}) at="\${at:+$at }\${words[i]}" ;;
    esac
  done
  case "$at|\${words[CURRENT - 1]}" in
${flagsWithValue(places)
  .map(({ at, values }) =>
    values === null
      ? `    ${at}) _files; return ;;`
      : `    ${at}) compadd -- ${(values ?? []).map(quote).join(' ')}; return ;;`,
  )
  .join('\n')}
  esac
  case "$at" in
${places
  .map(
    ({ path: words, verbs, options }) =>
      `    ${quote(words)}) verbs=(${described(verbs)}) options=(${described(options)}) ;;`,
  )
  .join('\n')}
  esac
  if [[ \${words[CURRENT]} == -* ]]; then
    _describe -o option options
  elif ((\${#verbs})); then
    _describe command verbs
  else
    _files
  fi
}
if [[ $funcstack[1] == _engaged ]]; then _engaged "$@"; else compdef _engaged engaged; fi
`;
}

function fish(places: readonly CommandNode[]): string {
  const at = (words: string): string => `-n ${quote(`__engaged_at ${words}`.trim())}`;
  const lines = places.flatMap(({ path: words, verbs, options, takesFile }) => [
    ...verbs.map(
      ({ name, description }) =>
        `complete -c engaged ${at(words)} -f -a ${quote(name)} -d ${quoteFish(description)}`,
    ),
    ...options.map((flag) => `complete -c engaged ${at(words)} ${fishOption(flag)}`),
    ...(takesFile ? [`complete -c engaged ${at(words)} -F`] : []),
  ]);
  return `# fish completion for engaged
function __engaged_at
  set -l at ''
  for word in (commandline -opc)[2..-1]
    switch "$at $word"
      case ${steps(places).replaceAll(' | ', ' ')}
        set at (string trim -- "$at $word")
    end
  end
  test "$at" = "$argv"
end
complete -c engaged -f
${lines.join('\n')}
`;
}

// In fish a backslash counts even between single quotes.
const quoteFish = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

function fishOption({ name, description, values }: Flag): string {
  const value =
    values === undefined ? '' : values === null ? ' -r -F' : ` -x -a ${quoteAll(values)}`;
  return `-l ${name.replace(/^--/, '')}${value} -d ${quoteFish(description)}`;
}
