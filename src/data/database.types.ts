// Written by `npm run types`; this stand-in holds what the data layer uses until then.
export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

interface Table<Row, Insert, Update> {
  Row: Row;
  Insert: Insert;
  Update: Update;
  Relationships: [];
}

export type Database = {
  public: {
    Tables: {
      profiles: Table<
        { id: string; full_name: string; time_zone: string; display_name: string },
        { id: string },
        { full_name?: string; time_zone?: string }
      >;
      task_completions: Table<
        { task_id: string; completed_date: string; user_id: string; completed_at: string },
        { task_id: string; completed_date: string },
        Record<string, never>
      >;
      task_shares: Table<
        { task_id: string; owner_id: string; contact_email: string },
        { task_id: string; contact_email: string },
        Record<string, never>
      >;
      shared_contacts: Table<
        { owner_id: string; contact_email: string; last_shared_at: string },
        { contact_email: string },
        { contact_email?: string }
      >;
    };
    Views: Record<never, never>;
    Functions: {
      list_tasks: { Args: { after_id?: string; page_size?: number }; Returns: Json[] };
      complete_task: { Args: { task_id: string; completed_date: string }; Returns: Json };
      undo_completion: { Args: { task_id: string; completed_date: string }; Returns: Json };
      leave_task: { Args: { task_id: string }; Returns: undefined };
    };
    Enums: Record<never, never>;
    CompositeTypes: Record<never, never>;
  };
};
