import { html } from '../response/html.ts';
import { styleElement } from './style.ts';

/** What `/` shows to somebody who opens the service's address in a browser. It tells nothing about its data. */
export const homePage = (): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>engaged</title>
${styleElement}
</head>
<body>
<main>
<h1>engaged</h1>
<p class="lead">This is an employee engagement service. <a href="/portal">Sign in to the portal</a>.</p>
<p>Other systems use its HTTP API. The <a href="/docs">API reference</a> explains every endpoint; <a href="/openapi.json">/openapi.json</a> is its OpenAPI document.</p>
<p>An operator issues API keys with <code>engaged key create</code>.</p>
</main>
</body>
</html>
`.text;
