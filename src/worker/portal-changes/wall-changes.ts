import * as v from 'valibot';
import { createWall, revokeWall } from '../../service/boards/walls.ts';
import { change, text } from './change.ts';

/** Leaderboards for screens. */
export const WALL_CHANGES = {
  createWall: change(
    v.object({ title: text, period: text, department: text, rows: v.number() }),
    createWall,
  ),
  revokeWall: change(v.object({ wall: text }), (write, { wall }) => revokeWall(write, wall)),
};
