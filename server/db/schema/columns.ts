// The same on SQLite and PostgreSQL.

/** ISO 8601 in UTC. */
export type Instant = string;
/** JSON as text. */
export type Json = string;
/** A boolean. */
export type Flag = 0 | 1;

/** A row whose JSON columns its repository has parsed. They were validated before storing. */
export type Parsed<Row, Columns> = Omit<Row, keyof Columns> & Columns;
