/** A workspace of Slack, and the company whose people are in it. */
export type Workspace = {
  appToken: string;
  botToken: string;
  companyId: number;
  /** Where its API is; Slack's own without it. */
  apiUrl?: string | undefined;
};
