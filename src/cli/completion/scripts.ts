import type { CommandNode, CompletionWord, Flag } from './command-tree.ts';

export const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const;
export type Shell = (typeof SHELLS)[number];

/** The script that makes a shell complete the words of `engaged`. */
export const completionScript = (shell: Shell, nodes: readonly CommandNode[]): string =>
  ({ bash, zsh, fish, powershell })[shell](nodes);

// In single quotes only the single quote itself is special. Everything quoted here is part of this program.
const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const quoteAll = (texts: readonly string[]): string => quote(texts.join(' '));

const names = (words: readonly CompletionWord[]): string[] => words.map(({ name }) => name);

/** Every step to a command, as patterns of `case`: the words before, a space, the word. */
const steps = (nodes: readonly CommandNode[]): string =>
  nodes
    .flatMap(({ path, verbs }) => names(verbs).map((verb) => quote(`${path} ${verb}`)))
    .join(' | ');

const flagsWithValue = (nodes: readonly CommandNode[]) =>
  nodes.flatMap(({ path: words, options }) =>
    options
      .filter(({ values }) => values !== undefined)
      .map(({ name, values }) => ({ at: `${words}|${name}`, values })),
  );

function bash(nodes: readonly CommandNode[]): string {
  const withAny = flagsWithValue(nodes).filter(({ values }) => values === null);
  const withChoice = flagsWithValue(nodes).filter(({ values }) => values !== null);
  return `# bash completion for engaged
_engaged() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD - 1]} at= words= i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$at \${COMP_WORDS[i]}" in
      ${steps(nodes)}) at="\${at:+$at }\${COMP_WORDS[i]}" ;;
    esac
  done
  COMPREPLY=()
  case "$at|$prev" in
${withChoice.map(({ at, values }) => `    ${quote(at)}) words=${quoteAll(values ?? [])} ;;`).join('\n')}
    ${withAny.map(({ at }) => quote(at)).join(' | ')}) return ;;
    *)
      case "$at" in
${nodes
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

function zsh(nodes: readonly CommandNode[]): string {
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
      ${steps(nodes).replaceAll(' | ', '|')}) at="\${at:+$at }\${words[i]}" ;;
    esac
  done
  case "$at|\${words[CURRENT - 1]}" in
${flagsWithValue(nodes)
  .map(({ at, values }) =>
    values === null
      ? `    ${quote(at)}) _files; return ;;`
      : `    ${quote(at)}) compadd -- ${(values ?? []).map(quote).join(' ')}; return ;;`,
  )
  .join('\n')}
  esac
  case "$at" in
${nodes
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

function fish(nodes: readonly CommandNode[]): string {
  const at = (words: string): string => `-n ${quote(`__engaged_at ${words}`.trim())}`;
  const lines = nodes.flatMap(({ path: words, verbs, options, takesFile }) => [
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
      case ${steps(nodes).replaceAll(' | ', ' ')}
        set at (string trim -- "$at $word")
    end
  end
  test "$at" = "$argv"
end
complete -c engaged -f
${lines.join('\n')}
`;
}

// In fish a backslash is special even in single quotes.
const quoteFish = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

function fishOption({ name, description, values }: Flag): string {
  const value =
    values === undefined ? '' : values === null ? ' -r -F' : ` -x -a ${quoteAll(values)}`;
  return `-l ${name.replace(/^--/, '')}${value} -d ${quoteFish(description)}`;
}

function powershell(nodes: readonly CommandNode[]): string {
  const described = (words: readonly CompletionWord[]): string =>
    `[ordered]@{ ${words
      .map(({ name, description }) => `${quotePowershell(name)} = ${quotePowershell(description)}`)
      .join('; ')} }`;
  const table = (entries: readonly [at: string, words: readonly CompletionWord[]][]): string =>
    entries.map(([at, words]) => `    ${quotePowershell(at)} = ${described(words)}\n`).join('');
  return `# PowerShell completion for engaged
Register-ArgumentCompleter -Native -CommandName engaged -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $verbs = @{
${table(nodes.map(({ path: words, verbs }) => [words, verbs]))}  }
  $options = @{
${table(nodes.map(({ path: words, options }) => [words, options]))}  }
  $values = @{
${table(
  flagsWithValue(nodes).map(({ at, values }) => [
    at,
    (values ?? []).map((name) => ({ name, description: name })),
  ]),
)}  }
  $at = ''
  $previous = ''
  foreach ($element in @($commandAst.CommandElements | Select-Object -Skip 1)) {
    if ($element.Extent.EndOffset -lt $cursorPosition) {
      $previous = $element.Extent.Text
      $next = "$at $previous".Trim()
      if ($verbs.ContainsKey($next)) { $at = $next }
    }
  }
  $offered = $verbs[$at]
  if ($wordToComplete.StartsWith('-')) { $offered = $options[$at] }
  if ($values.ContainsKey("$at|$previous")) { $offered = $values["$at|$previous"] }
  foreach ($name in $offered.Keys) {
    if ($name.StartsWith($wordToComplete)) {
      [System.Management.Automation.CompletionResult]::new($name, $name, 'ParameterValue', $offered[$name])
    }
  }
}
`;
}

const quotePowershell = (text: string): string => `'${text.replaceAll("'", "''")}'`;
