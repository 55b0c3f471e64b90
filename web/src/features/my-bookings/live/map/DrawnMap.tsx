// The map without tiles: the district's outline, and where job and pro are in it.
import { districtCell } from './districtCell';
import { boxAround, projectionAround, type Spot } from './geometry';
import { line, type MapProps } from './MapProps';

export default function DrawnMap({ job, pro, district }: MapProps) {
  const origin = district ?? job ?? pro;
  if (!origin) return null;
  const project = projectionAround(origin);
  const cell = district ? districtCell(district, project) : [];
  const from = pro && project(pro);
  const to = job && project(job);
  const points = [from, to].filter((spot) => spot !== undefined);
  // Two points are what matters; one is shown within its district.
  const { x, y, width, height } = boxAround(
    points.length > 1 ? points : [...points, ...cell, project(origin)],
  );
  return (
    <svg viewBox={`${x} ${y} ${width} ${height}`} className="size-full" aria-hidden="true">
      {cell.length > 0 && (
        <polygon
          data-part="district"
          points={cell.map((corner) => `${corner.x},${corner.y}`).join(' ')}
          className="fill-action-soft stroke-line-strong"
          strokeDasharray="4 4"
          vectorEffect="non-scaling-stroke"
        />
      )}
      {from && to && (
        <line
          data-part="line"
          x1={from.x}
          y1={from.y}
          x2={to.x}
          y2={to.y}
          className="stroke-action"
          strokeWidth={line.weight}
          strokeOpacity={line.opacity}
          vectorEffect="non-scaling-stroke"
        />
      )}
      {to && (
        <g data-part="job">
          <Dot at={to} size={20} className="stroke-surface" />
          <Dot at={to} size={16} className="stroke-copper" />
          <Dot at={to} size={6} className="stroke-surface" />
        </g>
      )}
      {from && (
        <g data-part="pro">
          <Dot at={from} size={20} className="stroke-surface" />
          <Dot at={from} size={16} className="stroke-action" />
        </g>
      )}
    </svg>
  );
}

/** As many pixels wide, whatever the map's scale: a line without length, of which only the round ends are seen. */
function Dot({ at, size, className }: { at: Spot; size: number; className: string }) {
  return (
    <path
      d={`M${at.x} ${at.y}h0`}
      className={className}
      strokeWidth={size}
      strokeLinecap="round"
      vectorEffect="non-scaling-stroke"
    />
  );
}
