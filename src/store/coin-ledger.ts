import { ledgerStatements } from './ledger-statements.ts';

// The table refuses a balance below zero.
export const { add, addAll, findByOnceKey, listByOnceKeys } = ledgerStatements('coin-ledger', {});
