/** A statement that takes longer hangs or should have been cut into batches. */
const STATEMENT_TIMEOUT = '120s';
/** A lone statement reads, and waits only for whoever holds a whole table. */
const LOCK_TIMEOUT = '3s';
/** A transaction also waits for others that write the same rows. Below what a connection is waited for. */
const TRANSACTION_LOCK_TIMEOUT = '5s';
/** Nothing outside the house is called inside a transaction, so an idle one was forgotten. */
const IDLE_TRANSACTION_TIMEOUT = '60s';

/** What every connection to both databases is set to, whatever the server's own settings are. */
export const sessionSettings = `
  set time zone 'UTC';
  set datestyle to 'ISO, YMD';
  set intervalstyle to 'postgres';
  set statement_timeout to '${STATEMENT_TIMEOUT}';
  set lock_timeout to '${LOCK_TIMEOUT}';
  set idle_in_transaction_session_timeout to '${IDLE_TRANSACTION_TIMEOUT}'`;

/** Begins a transaction with its own patience for locks; `begin` and this are one message. */
export const beginWithPatience = `begin; set local lock_timeout to '${TRANSACTION_LOCK_TIMEOUT}'`;
