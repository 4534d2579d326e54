import type { ColumnDefinitionBuilder as Column } from 'kysely';

export const primaryKey = (column: Column): Column => column.primaryKey();

export const required = (column: Column): Column => column.notNull();

export const withDefault =
  (value: string | number) =>
  (column: Column): Column =>
    column.notNull().defaultTo(value);

/** A required foreign key. */
export const reference =
  (target: string) =>
  (column: Column): Column =>
    column.notNull().references(target);
