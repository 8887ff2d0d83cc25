/** A statement that takes longer hangs or should have been cut into batches. */
const STATEMENT_TIMEOUT = '120s';
/** Nothing outside the house is called inside a transaction, so an idle one was forgotten. */
const IDLE_TRANSACTION_TIMEOUT = '60s';

/** What every connection to both databases is set to, whatever the server's own settings are. */
export const sessionSettings = `
  set time zone 'UTC';
  set datestyle to 'ISO, YMD';
  set intervalstyle to 'postgres';
  set statement_timeout to '${STATEMENT_TIMEOUT}';
  set idle_in_transaction_session_timeout to '${IDLE_TRANSACTION_TIMEOUT}'`;
