/** Tables of at most one row each. */
export interface OutgoingSchema {
  outgoing_holds: {
    held_at: Date;
    backup_made_at: Date;
  };
  mail_troubles: {
    since: Date;
    seen_at: Date;
    failure: string;
  };
}
