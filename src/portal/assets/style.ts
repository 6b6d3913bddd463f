/** The one stylesheet. Colours are declared once with their light and their dark value. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --bg: light-dark(#f6f6f3, #0c100f);
  --surface: light-dark(#fff, #121716);
  --raised: light-dark(#fff, #1a2120);
  --sunken: light-dark(#f8f8f5, #171d1b);
  --fill: light-dark(#ebebe5, #222b28);
  --line: light-dark(#e5e5df, #26302d);
  --edge: light-dark(#cdcec7, #3c4945);
  --field: light-dark(#858c87, #6c7873);
  --text: light-dark(#181c1a, #e7ecea);
  --muted: light-dark(#5a615d, #9ba6a1);
  --accent: light-dark(#0b6b5b, #55cbb0);
  --accent2: light-dark(#085548, #7bdcc6);
  --on-accent: light-dark(#fff, #05221b);
  --soft: light-dark(#e2f1ed, #14312b);
  --track: light-dark(#dde5e1, #2a3733);
  --warn: light-dark(#825000, #ecb758);
  --warn-soft: light-dark(#fcf1da, #30260f);
  --bad: light-dark(#b1271f, #ff9a90);
  --bad-soft: light-dark(#fcebe9, #391b18);
  --on-bad: light-dark(#fff, #33100c);
  --blue: light-dark(#1f5fb4, #82b6ff);
  --plum: light-dark(#83409f, #d4a1ee);
  --gold: light-dark(#8c6100, #f0c455);
  --mono: ui-monospace, 'SF Mono', 'Cascadia Code', Menlo, Consolas, 'DejaVu Sans Mono', monospace;
}
*, ::before, ::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; scroll-padding: 5rem 0 6rem; }
body {
  margin: 0; min-height: 100vh; background: var(--surface); color: var(--text);
  font: .9375rem/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', 'DejaVu Sans', sans-serif;
  overflow-wrap: break-word;
}
h1, h2, h3, p, ul, ol, dl, dd, figure, table { margin: 0; padding: 0; }
h1 { font-size: 1.375rem; line-height: 1.75rem; font-weight: 600; letter-spacing: -.01em; text-wrap: balance; }
h2 { font-size: 1rem; line-height: 1.5rem; font-weight: 600; }
h3 { font-size: .875rem; line-height: 1.25rem; font-weight: 600; }
ul, ol { list-style: none; }
b, strong { font-weight: 600; }
svg { display: block; flex: none; }
a { color: var(--accent); text-underline-offset: .2em; text-decoration-thickness: 1px; }
a:hover { color: var(--accent2); }
/* The parts of a field of a date have the focus without its :focus-visible or :focus. */
:focus-visible, [type=date]:focus-within { outline: 2px solid var(--accent); outline-offset: 2px; }
code, kbd, .mono { font-family: var(--mono); font-size: .8125rem; }
.small { font-size: .8125rem; line-height: 1.25rem; }
.muted { color: var(--muted); }
.num { font-variant-numeric: tabular-nums; }
.strong { font-weight: 500; }
.vh { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: absolute; left: -100rem; z-index: 9; }
.skip:focus { left: 1rem; top: 1rem; background: var(--raised); padding: .5rem 1rem; border-radius: 6px; }

/* Frame */
.band { background: light-dark(#825000, #ecb758); color: light-dark(#fff, #241a05); text-align: center; padding: .375rem 1rem; }
.band a { color: inherit; }
.band :focus-visible { outline-color: currentcolor; }
.brand { display: flex; align-items: center; gap: .625rem; font-size: 1.125rem; font-weight: 600; letter-spacing: -.01em; color: var(--text); text-decoration: none; }
.brand:hover { color: var(--text); }
.brand svg { color: var(--accent); }
.bar { display: flex; justify-content: space-between; align-items: center; background: var(--bg); border-bottom: 1px solid var(--line); padding: .625rem 1rem; }
.nav { background: var(--bg); color: var(--text); }
.nav[popover] { position: fixed; inset: 3.5625rem 0 0; width: 100%; height: auto; max-width: none; border: 0; margin: 0; padding: .75rem; overflow-y: auto; scroll-padding-bottom: 6.5rem; }
.nav[popover]:popover-open { display: flex; flex-direction: column; }
.nav .brand { padding: 0 .5rem; display: none; }
.nav h2 { font-size: .75rem; line-height: 1.25rem; font-weight: 500; color: var(--muted); margin: .875rem .5rem .125rem; }
.company { font-weight: 600; padding: 0 .5rem; margin-bottom: .25rem; }
.nav .seg { margin: 0 .5rem .75rem; align-self: flex-start; }
.nav li a, .signout, .keyboard { display: flex; align-items: center; gap: .625rem; min-height: 1.875rem; padding: .25rem .5rem; border-radius: 6px; color: var(--text); text-decoration: none; font-size: .875rem; line-height: 1.25rem; }
.nav li svg, .signout svg, .keyboard svg { color: var(--muted); }
.nav li a:hover, .signout:hover, .keyboard:hover { background: var(--fill); }
.nav [aria-current] { background: var(--soft); color: var(--accent); font-weight: 600; }
.nav li [aria-current] svg { color: var(--accent); }
.nav .count { margin-left: auto; }
.who { position: sticky; bottom: -.75rem; margin: auto 0 -.75rem; padding-block: .75rem; border-top: 1px solid var(--line); background: var(--bg); }
.who .me { display: flex; align-items: center; gap: .625rem; padding: .25rem .5rem; border-radius: 6px; color: var(--text); text-decoration: none; min-width: 0; }
.who .me > span:last-child { min-width: 0; }
.who .me:hover { background: var(--fill); }
.who b { display: block; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.signout, .keyboard { width: 100%; border: 0; background: none; font: inherit; font-size: .875rem; cursor: pointer; }
.foot { display: flex; margin-top: .25rem; }
.foot > * { flex: 1 1 auto; width: auto; white-space: nowrap; }
.foot :is(.signout, .keyboard) { gap: .5rem; }
.foot > [hidden] { display: none; }
main { padding: 1.25rem 1rem 4rem; max-width: 78rem; min-width: 0; overflow-wrap: anywhere; }
@media (min-width: 60rem) {
  .frame { display: grid; grid-template-columns: 15rem minmax(0, 1fr); min-height: 100vh; background: linear-gradient(to right, var(--bg) 15rem, var(--surface) 0); }
  .bar { display: none; }
  .nav[popover] { display: flex; flex-direction: column; position: sticky; top: 0; inset-inline: auto; align-self: start; height: 100vh; padding: 1rem .75rem .75rem; border-right: 1px solid var(--line); width: auto; }
  .band ~ .frame .nav[popover] { height: calc(100vh - 2.25rem); }
  .nav .brand { display: flex; margin-bottom: 1.125rem; }
  main { padding: 1.75rem 2rem 4rem; }
}
@media (min-width: 60rem) and (max-height: 60rem) and (pointer: fine) { .nav li a { min-height: 1.5rem; padding-block: .0625rem; } .nav h2 { margin-top: .5rem; } .nav .brand { margin-bottom: .625rem; } }
.head { display: flex; flex-wrap: wrap; gap: .75rem 1rem; align-items: end; justify-content: space-between; margin-bottom: 1.5rem; }
.head > :first-child { min-width: 0; flex: 1 1 20rem; }
.head .lead { color: var(--muted); }
.crumb { font-size: .8125rem; margin-bottom: .25rem; }
.titled { display: flex; align-items: center; gap: .75rem; }
.row { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; }
.row.end { align-items: end; }
.row.end .field { width: 7rem; }
.row.end .field:has(select) { flex: 0 1 14rem; width: auto; }
.row.end :is(label, .error) { width: max-content; max-width: 16rem; }
.stack > * + * { margin-top: 1rem; }
.cols { display: grid; gap: 1rem; align-items: start; }
@media (min-width: 72rem) {
  .cols { grid-template-columns: minmax(0, 1fr) 19rem; }
  .cols.even { grid-template-columns: repeat(2, minmax(0, 1fr)); }
  .cols.even.stretch { align-items: stretch; }
}

/* Panels, notes, chips */
.panel { border: 1px solid var(--line); border-radius: 10px; background: var(--surface); min-width: 0; overflow: clip; }
.panel > header { display: flex; flex-wrap: wrap; gap: .25rem .75rem; align-items: center; justify-content: space-between; padding: .75rem 1rem; }
.panel > .pad { padding: 0 1rem 1rem; }
.panel > .pad:first-child, .panel > table + .pad, .panel > footer + .pad { padding-top: 1rem; }
.panel > header + table, .panel > header + .list { border-top: 1px solid var(--line); }
.panel > footer { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; justify-content: space-between; padding: .625rem 1rem; border-top: 1px solid var(--line); color: var(--muted); font-size: .8125rem; }
.panel.danger { border-color: light-dark(#e3a49f, #7a3a34); }
.panel p + p, .pad:not(.row) > * + * { margin-top: .5rem; }
.list > li { display: flex; gap: .875rem; align-items: center; padding: .625rem 1rem; }
.list > li + li { border-top: 1px solid var(--line); }
.list .grow { flex: 1; min-width: 0; }
.list p + p { margin: 0; }
.list time { color: var(--muted); flex: none; min-width: 6.5rem; font-variant-numeric: tabular-nums; }
.tile { display: grid; place-items: center; width: 1.75rem; height: 1.75rem; border-radius: 8px; background: var(--warn-soft); color: var(--warn); flex: none; }
.tile.bad { background: var(--bad-soft); color: var(--bad); }
.facts { display: grid; grid-template-columns: minmax(5.5rem, auto) minmax(0, 1fr); gap: .375rem 1rem; font-size: .875rem; line-height: 1.25rem; }
.facts dt { color: var(--muted); }
dt { overflow-wrap: normal; }
.stats { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); border: 1px solid var(--line); border-radius: 10px; overflow: hidden; background: var(--surface); }
.stats > div { padding: .75rem 1rem; margin: -1px 0 0 -1px; border: 1px solid var(--line); border-width: 1px 0 0 1px; }
.stats dt { color: var(--muted); font-size: .8125rem; line-height: 1.25rem; }
.stats dd { font-size: 1.375rem; line-height: 1.75rem; font-weight: 600; font-variant-numeric: tabular-nums; }
.stats dd small { font-size: .8125rem; font-weight: 400; color: var(--muted); }
.stats .bad { color: var(--bad); }
.chip { display: inline-block; border-radius: 5px; padding: 0 .4375rem; font-size: .75rem; line-height: 1.25rem; font-weight: 500; background: var(--fill); color: var(--muted); vertical-align: .0625rem; white-space: nowrap; overflow-wrap: normal; }
.chip.ok { background: var(--soft); color: var(--accent); }
.chip.warn, .count { background: var(--warn-soft); color: var(--warn); }
.chip.bad { background: var(--bad-soft); color: var(--bad); }
.count { border-radius: 5px; padding: 0 .4375rem; font-size: .75rem; line-height: 1.25rem; font-weight: 600; font-variant-numeric: tabular-nums; }
.note { display: flex; gap: .75rem; border-radius: 10px; padding: .75rem 1rem; background: var(--soft); }
.note svg { margin-top: .25rem; color: var(--accent); }
.note.warn { background: var(--warn-soft); } .note.warn svg { color: var(--warn); }
.note.bad { background: var(--bad-soft); } .note.bad svg { color: var(--bad); }
.note a { color: inherit; }
.note > div { flex: 1; min-width: 0; overflow-wrap: anywhere; }
main > .note { margin-bottom: 1rem; }
.avatar { display: inline-grid; place-items: center; flex: none; width: 1.75rem; height: 1.75rem; border-radius: 50%; background: var(--fill); color: var(--muted); font-size: .6875rem; font-weight: 600; }
.avatar.big { width: 3.5rem; height: 3.5rem; font-size: 1.125rem; }
.command { display: inline-block; max-width: 100%; overflow-x: auto; border: 1px solid var(--line); border-radius: 6px; background: var(--sunken); padding: .4375rem .75rem; white-space: nowrap; font: .8125rem/1.25rem var(--mono); }
.empty { padding: 1.25rem 1rem; }
.empty > svg { color: var(--accent); margin-bottom: .75rem; }
.empty p { color: var(--muted); max-width: 38rem; margin: .25rem 0 .75rem; }

/* My page */
.hero { display: flex; flex-wrap: wrap; gap: 1.25rem 2rem; align-items: center; background: var(--soft); border-radius: 14px; padding: 1.5rem; }
.hero .grow { flex: 1 1 18rem; min-width: 0; }
.hero h1 { font-size: 1.625rem; line-height: 2rem; }
.hero .muted { color: light-dark(#4d5752, #a9b4af); }
.hero .stats { margin-top: 1rem; border: 0; }
.hero .newest { margin-top: .75rem; }
.level { position: relative; margin: 0 auto; }
.level p { position: absolute; inset: 0; display: grid; place-content: center; text-align: center; }
.level b { font-size: 2.75rem; line-height: 3rem; }
.between { display: flex; flex-wrap: wrap; gap: .25rem .75rem; align-items: center; justify-content: space-between; }
.tiny { font-size: .75rem; line-height: 1.125rem; }
.tiles, .cards { display: grid; gap: .75rem; margin-top: .5rem; grid-template-columns: repeat(auto-fill, minmax(8.5rem, 1fr)); }
.tiles li, .cards li { border: 1px solid var(--line); border-radius: 10px; min-width: 0; }
.tiles li { padding: 1rem .75rem; text-align: center; overflow-wrap: anywhere; }
.tiles .medal { margin: 0 auto .5rem; transition: transform .12s; }
.tiles li:hover .medal { transform: rotate(6deg); }
.cards { grid-template-columns: repeat(auto-fill, minmax(min(100%, 18rem), 1fr)); }
.cards li { display: flex; overflow: hidden; }
.card { flex: 1; min-width: 0; display: flex; flex-direction: column; padding: .75rem; }
.cards .between { margin-top: auto; padding-top: .75rem; }
.art { position: relative; display: grid; place-items: center; width: 4.5rem; min-height: 4.5rem; background: var(--soft); color: var(--accent); flex: none; }
/* Without a width and height of its own, a picture that cannot be loaded leaves nothing behind. */
.art img { position: absolute; inset: 0; min-width: 100%; max-width: 100%; min-height: 100%; max-height: 100%; object-fit: cover; }
.art.none img { opacity: .5; }
.art.none { background: var(--sunken); color: var(--muted); }
.chart rect { fill: var(--accent); } .chart .running { fill: var(--soft); stroke: var(--accent); stroke-dasharray: 3 2; }
.chart line { stroke: var(--line); } .chart text { fill: var(--muted); font-size: 12px; }

/* Controls */
.btn { display: inline-flex; align-items: center; justify-content: center; gap: .5rem; min-height: 2.25rem; padding: .25rem .8125rem; border: 1px solid var(--edge); border-radius: 6px; background: var(--raised); color: var(--text); font: inherit; font-size: .875rem; line-height: 1.25rem; font-weight: 500; text-decoration: none; cursor: pointer; transition: background-color .12s; }
.btn:hover { background: var(--sunken); color: var(--text); }
.btn:active { transform: translateY(1px); }
.btn.s { min-height: 1.75rem; padding: 0 .5625rem; font-size: .8125rem; }
.btn.pri { background: var(--accent); border-color: var(--accent); color: var(--on-accent); font-weight: 600; }
.btn.pri:hover { background: var(--accent2); border-color: var(--accent2); color: var(--on-accent); }
.btn.q { border-color: transparent; background: none; }
.btn.q:hover { background: var(--fill); }
.btn.bad { color: var(--bad); }
.btn.kill { background: var(--bad); border-color: var(--bad); color: var(--on-bad); font-weight: 600; }
.btn.wide { width: 100%; }
.btn:disabled, .btn[aria-disabled] { background: var(--sunken); border-color: var(--line); color: var(--muted); cursor: not-allowed; }
@media (pointer: coarse) {
  .btn { min-height: 2.75rem; } .btn.s { min-height: 2.25rem; }
  .nav li a, .signout, .keyboard { min-height: 2.5rem; }
}
.narrow { max-width: 24rem; } .form, .secret { max-width: 42rem; }
.secret .btn, .secret ul { margin-top: .5rem; }
.field { display: block; } .row.field { display: flex; }
fieldset + .field, .field ~ .field, .field + .btn, .field + .row, form > .note + .field { margin-top: 1rem; }
.row.end > .btn { margin-top: 0; }
.field > label { display: block; font-size: .8125rem; line-height: 1.25rem; font-weight: 500; margin-bottom: .25rem; }
.input { width: 100%; min-height: 2.25rem; padding: .375rem .625rem; border: 1px solid var(--field); border-radius: 6px; background: var(--raised); color: var(--text); font: inherit; font-size: .875rem; line-height: 1.25rem; }
.input:focus-within { outline-offset: -1px; }
.input::placeholder { color: var(--muted); opacity: 1; }
.input[aria-invalid] { border-color: var(--bad); }
.input.num { text-align: right; }
.input.short { width: 7rem; display: block; }
select.input { width: auto; padding-right: .25rem; }
.field select { width: 100%; }
textarea.input { min-height: 4.25rem; resize: vertical; }
.boxes { display: grid; gap: .125rem 1rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 19rem), 1fr)); }
.boxes label { display: flex; gap: .5rem; align-items: baseline; padding-block: .1875rem; font-size: .875rem; line-height: 1.25rem; }
fieldset { border: 0; margin: 0 0 1.25rem; padding: 0; min-width: 0; }
legend { padding: 0; margin-bottom: .5rem; font-size: .875rem; line-height: 1.25rem; font-weight: 600; }
.hint { color: var(--muted); font-size: .8125rem; line-height: 1.25rem; margin-top: .25rem; }
.hint + .field { margin-top: .75rem; }
.error { color: var(--bad); font-size: .8125rem; line-height: 1.25rem; font-weight: 500; margin-top: .25rem; }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(8rem, 1fr)); gap: 1rem .75rem; }
.pair.line { grid-template-columns: 4.5rem minmax(0, 1fr); } .pair.line > :last-child { grid-column: 2; }
@media (min-width: 48rem) { .form .pair.line { grid-template-columns: 4.5rem minmax(0, 1fr) 5rem; } .form .pair.line > :last-child { grid-column: auto; } }
.pair .field ~ .field { margin-top: 0; }
.pair + .field { margin-top: 1rem; }
.seg { display: inline-flex; flex-wrap: wrap; gap: 2px; padding: 2px; border-radius: 8px; background: var(--fill); font-size: .8125rem; line-height: 1.25rem; }
.seg a { padding: .1875rem .625rem; border-radius: 6px; color: var(--muted); text-decoration: none; }
.seg a:hover { color: var(--text); }
.seg [aria-current] { background: var(--raised); color: var(--text); font-weight: 600; box-shadow: 0 1px 2px #0002; }
.search { position: relative; flex: 1 1 16rem; }
.search svg { position: absolute; left: .625rem; top: .625rem; color: var(--muted); }
.search .input { padding-left: 2rem; }
.search kbd { position: absolute; right: .5rem; top: .5rem; border: 1px solid var(--edge); border-radius: 4px; padding: 0 .375rem; color: var(--muted); line-height: 1.125rem; }
.filters { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; margin-bottom: 1rem; }
.filters .search, .filters > input { flex: 1 1 8rem; width: auto; min-width: 0; }
.filters select { max-width: min(14rem, 100%); }
.check { display: flex; gap: .5rem; align-items: baseline; font-size: .875rem; margin-bottom: .375rem; }
.progress { margin-top: 1rem; } progress { width: 100%; accent-color: var(--accent); }
details[open] > summary { margin-bottom: .75rem; }
.dock { position: sticky; bottom: .75rem; z-index: 2; display: flex; flex-wrap: wrap; gap: .75rem; align-items: center; justify-content: space-between; padding: .75rem 1rem; border: 1px solid var(--edge); border-radius: 10px; background: var(--raised); box-shadow: 0 8px 24px #0000001a; }
.filters label { display: flex; align-items: center; gap: .375rem; } .filters label .input { width: auto; }
summary { cursor: pointer; width: fit-content; font-size: .875rem; }

/* Tables */
table { border-collapse: collapse; width: 100%; font-size: .875rem; line-height: 1.25rem; }
th, td { text-align: left; padding: .5625rem .5rem; vertical-align: middle; font-weight: 400; }
tr > :first-child { padding-left: 1rem; } tr > :last-child { padding-right: 1rem; }
thead th { background: var(--sunken); color: var(--muted); font-size: .75rem; font-weight: 500; padding-block: .375rem; white-space: nowrap; }
tbody tr, tfoot tr { border-top: 1px solid var(--line); }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
td.top { vertical-align: top; }
tbody tr:hover { background: var(--sunken); }
tr.own, tr.own:hover { background: var(--soft); }
td a { color: inherit; text-decoration: none; }
td a:hover { text-decoration: underline; }
tr.own .chip { background: var(--surface); }
tr.off td { color: var(--muted); }
.person { display: flex; gap: .625rem; align-items: center; min-width: 0; }
.person > span:last-child { min-width: 0; }
td [type=checkbox] { display: block; width: 1.25rem; height: 1.25rem; margin: 0; accent-color: var(--accent); }
@media (min-width: 48rem) { .row.end label { max-width: none; } .steps { flex-wrap: nowrap; justify-content: end; } }
td .strong, td.strong, bdi, .diff dd { overflow-wrap: anywhere; }
td .whole { overflow-wrap: normal; }
.d { white-space: nowrap; }
td.id { min-width: 6.5rem; }
.sub { display: block; color: var(--muted); font-size: .8125rem; font-weight: 400; overflow-wrap: anywhere; }
.nar { display: none; }
.branch { display: flex; } .branch > span { min-width: 0; }
.guide { flex: none; width: .75rem; margin-left: .375rem; border-left: 1px solid var(--edge); margin-block: -.5625rem; }
del { color: var(--muted); } ins { background: var(--soft); color: var(--accent); text-decoration: none; border-radius: 4px; padding: 0 .25rem; font-weight: 500; }
.diff { display: grid; grid-template-columns: fit-content(8rem) minmax(0, 1fr); gap: .125rem .75rem; }
.diff dt { color: var(--muted); }
.plus { color: var(--text); } .minus { color: var(--bad); }
.rarity-common { color: var(--muted); } .rarity-uncommon { color: var(--accent); } .rarity-rare { color: var(--blue); } .rarity-epic { color: var(--plum); } .rarity-legendary { color: var(--gold); }
.lvl { display: inline-flex; white-space: nowrap; gap: .5rem; align-items: center; font-variant-numeric: tabular-nums; }
@media (max-width: 72rem) { .opt2 { display: none; } }
@media (max-width: 48rem) {
  .opt { display: none; } .nar { display: block; }
  tr > :nth-last-child(1 of :not(.opt, .opt2)) { padding-right: 1rem; }
  .filters select { flex: 1 1 8rem; max-width: 100%; } .filters .search { flex-basis: 12rem; }
  .chip { white-space: normal; }
  .diff { grid-template-columns: minmax(0, 1fr); }
  .list > li { flex-wrap: wrap; row-gap: .5rem; } .list > li > time:first-child { flex-basis: 100%; margin-bottom: -.5rem; } .list > li > .grow { flex-basis: 42%; }
}
/* Names and departments need the room for whole words. */
@media (max-width: 22rem) { td .avatar { display: none; } .pair.line { grid-template-columns: 3.5rem minmax(0, 1fr); } }

/* Wall: sizes follow the height of the screen, or its width where it stands upright */
.on-wall { background: var(--bg); }
.wall { --u: 1vh; --row: 3.9; max-width: none; min-height: 100vh; padding: calc(4 * var(--u)) 3.5vw calc(3 * var(--u)); display: grid; grid-template: auto 1fr auto / auto minmax(0, 1fr); gap: calc(2 * var(--u)) 5vw; font-size: calc(2.3 * var(--u)); line-height: 1.3; }
.wall.r5 { --row: 5.6; } .wall.r15 { --row: 2.7; } .wall.r20 { --row: 1.9; }
.wall > header, .wall > footer, .wall > .band { grid-column: 1 / -1; display: flex; gap: 1em; justify-content: space-between; align-items: center; }
.wall > .band { justify-content: center; margin: calc(-4 * var(--u)) -3.5vw 0; gap: .25em; }
.wall .brand { font-size: 1.2em; min-width: 0; }
.wall .sum { align-self: center; text-align: center; width: calc(46 * var(--u)); overflow-wrap: anywhere; }
.wall h1 { font-size: calc(5.6 * var(--u)); line-height: 1.15; }
.wall h1.long { font-size: calc(3.2 * var(--u)); }
.wall .level { width: calc(40 * var(--u)); margin: calc(3 * var(--u)) auto 0; }
.wall .level svg { width: 100%; height: auto; }
.wall .level b { font-size: calc(5.6 * var(--u)); line-height: 1.2; } .wall .level b.long { font-size: calc(3.4 * var(--u)); }
.wall ol { align-self: center; font-size: calc(var(--row) * var(--u)); line-height: 1.25; }
.wall li { display: grid; grid-template-columns: 2.2ch minmax(0, 1fr) auto; gap: .15em .7em; align-items: baseline; margin-block: .4em; }
.wall.r15 li { margin-block: .2em; } .wall.r20 li { margin-block: .15em; }
.wall li svg { grid-column: 2 / -1; }
.wall .place { text-align: right; color: var(--muted); }
.wall li:nth-child(-n+3) .place { color: var(--accent); font-weight: 600; }
.wall .who-is { display: flex; gap: .4em; align-items: baseline; white-space: nowrap; min-width: 0; }
.wall .who-is > * { overflow: hidden; text-overflow: ellipsis; padding-inline-start: .1em; margin-inline-start: -.1em; }
.wall .who-is .muted { flex: 0 1000 auto; font-size: .6em; }
.wall .none { align-self: center; font-size: 1.4em; }
.wall .stale { color: var(--warn); font-weight: 600; }
.wall.gone { grid-template: none; place-content: center; text-align: center; font-size: max(1.125rem, calc(2.3 * var(--u))); }
.wall.gone svg { margin: 0 auto 1rem; color: var(--accent); }
.wall.gone h1 { font-size: max(1.625rem, calc(5.6 * var(--u))); }
@media (max-aspect-ratio: 1/1) {
  .wall { --u: min(1vh, 1.2vw); grid-template: auto auto 1fr auto / minmax(0, 1fr); }
  .wall .sum { width: auto; }
  .wall .level { width: calc(32 * var(--u)); }
  .wall ol { align-self: start; }
}

/* Sign-in and errors */
.gate { min-height: 100vh; display: grid; align-content: center; justify-items: center; gap: 1.5rem; padding: 2rem 1rem; background: var(--bg); }
.gate main { width: 100%; max-width: 24rem; padding: 1.5rem; background: var(--surface); border: 1px solid var(--line); border-radius: 10px; box-shadow: 0 8px 24px #0000001a; }
.gate main.plain { max-width: 36rem; }
.gate h1 { margin-bottom: 1rem; overflow-wrap: anywhere; }
.gate h1:has(+ .small) { margin-bottom: 0; }
.gate main > * + form, .gate main > .note, .gate main > * + .row { margin-top: 1rem; }
.gate .note { margin-bottom: 1rem; }
.gate details { margin-top: 1.25rem; }
.gate details p { margin-top: .5rem; }
.oops { max-width: 38rem; }
#main > .oops { padding-top: 2.5rem; }
.oops > svg { color: var(--accent); margin-bottom: 1rem; }
.oops h1 { margin: .25rem 0; }
.oops > p + .row { margin: 1rem 0; }
dialog { border: 1px solid var(--line); border-radius: 10px; background: var(--surface); color: var(--text); padding: 1.25rem; max-width: min(28rem, calc(100vw - 2rem)); box-shadow: 0 8px 24px #0003; }
dialog::backdrop { background: #0006; }
dialog .facts { margin: .75rem 0 1rem; }
@media (prefers-reduced-motion: reduce) { *, ::before, ::after { transition: none !important; } .tiles li:hover .medal { transform: none; } }
@media print { .bar, .nav, .head .row, .filters, .skip, .panel > footer .row, .danger, .dock, .panel:has(form):not(:has(table)) { display: none !important; } .frame { display: block; background: none; } main { padding: 0; } :root { color-scheme: light; } table { font-size: 10pt; } tr { break-inside: avoid; } }
`;
