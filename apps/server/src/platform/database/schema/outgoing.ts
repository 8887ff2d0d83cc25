export interface OutgoingSchema {
  /** At most one row. */
  outgoing_holds: {
    held_at: Date;
    backup_made_at: Date;
  };
  destination_outages: {
    destination: string;
    since: Date;
    seen_at: Date;
    reason: string;
  };
}
