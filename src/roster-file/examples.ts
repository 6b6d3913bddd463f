/** Small files to try an import with; the people of one are those of the other. */
export const EXAMPLES = {
  people: `Employee ID,First name,Last name,Work email,Department,Job title
0001,Ada,Brandt,ada.brandt@example.com,Engineering,Developer
0002,Bruno,Okafor,bruno.okafor@example.com,Engineering,Developer
0003,Chiara,Nowak,chiara.nowak@example.com,Sales,Account manager
0004,Deniz,,deniz@example.com,Sales,
`,
  xp: `Employee ID,Points,Reason
0001,80,Ran a workshop
0002,40,Welcomed a new colleague
0004,60,Wrote a guide
`,
} as const;
