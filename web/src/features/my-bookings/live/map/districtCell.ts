import { Delaunay } from 'd3-delaunay';
import type { District } from '@/api/districts';
import type { Projection, Spot } from './geometry';

/** The district, roughly: all that lies nearer to its centre than to any neighbour's (its Voronoi cell). Its corners in order; none without neighbours. */
export function districtCell(district: District, project: Projection): Spot[] {
  const centre = project(district);
  const neighbours = district.neighbours.map(project);
  if (neighbours.length === 0) return [];
  const points = [centre, ...neighbours].map(({ x, y }): [number, number] => [x, y]);
  const corners = Delaunay.from(points).voronoi(limits(centre, neighbours)).cellPolygon(0) ?? [];
  // The last corner is the first one again.
  return corners.slice(0, -1).map(([x, y]) => ({ x, y }));
}

/** Where a cell ends that has no neighbour on one side, as on a coast: as far out as the nearest neighbour is away. */
function limits(centre: Spot, neighbours: readonly Spot[]): [number, number, number, number] {
  const margin = Math.min(...neighbours.map(({ x, y }) => Math.hypot(x - centre.x, y - centre.y)));
  const xs = [centre, ...neighbours].map(({ x }) => x);
  const ys = [centre, ...neighbours].map(({ y }) => y);
  return [
    Math.min(...xs) - margin,
    Math.min(...ys) - margin,
    Math.max(...xs) + margin,
    Math.max(...ys) + margin,
  ];
}
